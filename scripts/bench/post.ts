import { gunzipSync } from 'node:zlib'
import { Agent } from 'undici'

const agent = new Agent({ connections: 8 })

/** Sends JSON with as little work as can be, and answers the body, unpacked. Throws unless the status is 200. */
export async function post(url: string, body: object, headers: Record<string, string>): Promise<Buffer> {
  const { origin, pathname: path } = new URL(url)
  const answer = await agent.request({
    origin,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${bytes.toString('utf8')}`)
  return answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
}
