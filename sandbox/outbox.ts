import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { html } from './answer.ts'
import type { Answer } from './answer.ts'

const SHOWN = 50
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Decodes quoted-printable, which mails use for long lines. */
function decoded(body: string): string {
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function article(mail: string): string {
  const [head = '', ...body] = mail.split(/\r?\n\r?\n/)
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
  const raw = body.join('\n\n')
  const text = escaped(/quoted-printable/i.test(head) ? decoded(raw) : raw)
  const linked = text.replaceAll(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`)
  return `<article><h2>${escaped(field('Subject'))}</h2><p>To ${escaped(field('To'))}, ${escaped(field('Date'))}</p><pre>${linked}</pre></article>`
}

/** The mails in the product's outbox, the newest first, with clickable links. */
export async function outboxPage(folder: string): Promise<Answer> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed()
    .slice(0, SHOWN)
  const mails = await Promise.all(newest.map((name) => readFile(join(folder, name), 'latin1')))
  const style = 'body{font-family:system-ui;max-width:50rem;margin:2rem auto}pre{white-space:pre-wrap;overflow-wrap:anywhere}'
  const list = mails.map(article).join('<hr>') || '<p>No mail yet.</p>'
  return html(
    200,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title><style>${style}</style><h1>Outbox</h1>${list}`,
  )
}
