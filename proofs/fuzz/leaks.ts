import { z } from 'zod'

/** Secrets that no answer may contain. */
export type Secrets = {
  /** By name. */
  values: ReadonlyMap<string, string>
  /** Folders of the machine. */
  folders: readonly string[]
}

const signs: readonly [string, RegExp][] = [
  ['a stack trace', /(?:\n|\\n)\s+at .{1,200}:\d+:\d+/],
  ['a module of Node', /node:internal|\/node_modules\//],
  ['a statement of SQL', /SQLITE_|SqliteError|PostgresError|Failed query|syntax error at or near|insert into \\?"|select \\?"\w+\\?"[.,]/],
]
/** Tokens by their form or by their field. The examples of the OpenAPI document begin with "example-". */
const token = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}|key_[\w-]{43}|"(?:token|refresh_token|access_token)":"(?!example-)[^"]/

const Headers = z.record(z.string(), z.string())

/** Names the secrets in an answer. `showsToken`: this call shows a token to its owner. */
export function leaksIn(text: string, headers: object, { values, folders }: Secrets, showsToken: boolean): string[] {
  const { 'set-cookie': _, ...given } = Headers.parse(headers)
  const all = `${text}\n${Object.values(given).join('\n')}`
  return [
    ...signs.filter(([, sign]) => sign.test(all)).map(([name]) => name),
    ...[...values].filter(([, value]) => value.length > 7 && all.includes(value)).map(([name]) => name),
    ...folders.filter((folder) => all.includes(folder)).map((folder) => `the folder ${folder}`),
    ...(!showsToken && token.test(all) ? ['a token'] : []),
  ]
}
