// The import rules and size limits of docs/architecture.md. A failure names the file.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const rooms = ['shared', 'server', 'client', 'drizzle', 'sandbox', 'sdk', 'proofs', 'bench', 'scripts', 'tests']
const files = rooms
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)))
  .filter((file) => !file.startsWith(join('sdk', 'dist')))
  .filter((file) => /\.tsx?$/.test(file))
const source = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

type Import = { from: string; to: string; isType: boolean }
const statement = /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm
const imports: Import[] = files.flatMap((from) =>
  [...(source.get(from) ?? '').matchAll(statement)].map(([, type, to = '']) => ({
    from,
    to: to.startsWith('#') ? to.slice(1) : to.startsWith('.') ? normalize(join(dirname(from), to)) : to,
    isType: Boolean(type),
  })),
)

type Rule = { law: string; from: RegExp; to: RegExp; except?: RegExp; typesMayPass?: boolean }
const never: Rule[] = [
  { law: 'shared knows zod and itself', from: /^shared\//, to: /^(?!zod$|shared\/)/ },
  { law: 'the client never runs the server', from: /^client\//, to: /^server\//, typesMayPass: true },
  { law: 'one file of the client knows the router’s type', from: /^client\//, to: /^server\//, except: /^client\/api\.ts$/ },
  {
    law: 'the client knows no database, sandbox or Node',
    from: /^client\//,
    to: /^(drizzle|sandbox|sdk|proofs|bench|scripts|tests)\/|^node:/,
  },
  {
    law: 'the server knows no client, sandbox or script',
    from: /^server\//,
    to: /^(client|sandbox|sdk|proofs|bench|scripts|tests)\/|^react/,
  },
  {
    law: 'rules do not know the transport',
    from: /^server\/(.*\/)?(service|repo|.*-repo)\.ts$|^server\/platforms\//,
    to: /^(@trpc|fastify)/,
    typesMayPass: true,
  },
  {
    law: 'only repositories touch the database',
    from: /^server\//,
    to: /^drizzle(\/|-orm)/,
    except: /repo\.ts$|^server\/(boot\/(assemble-work|environment|production)|auth\/provider|backup\/manifest)\.ts$/,
    typesMayPass: true,
  },
  { law: 'a room’s router and repository are its own', from: /^server\/(?!router\.ts)/, to: /^server\/\w+\/router\.ts$/ },
  { law: 'platforms know no rooms', from: /^server\/platforms\//, to: /^(server\/(?!platforms)|drizzle)/ },
  {
    law: 'the sandbox shares no code with the product',
    from: /^sandbox\//,
    to: /^(shared|server|client|drizzle|sdk|proofs|bench|scripts|tests)\//,
  },
  { law: 'the SDK of S3 is loaded where a bucket is used', from: /^server\//, to: /^@aws-sdk\//, typesMayPass: true },
  { law: 'parts of the screen know no screens', from: /^client\/ui\//, to: /^client\/(api|router|session|screens|export|shell)/ },
  { law: 'nobody imports tests', from: /^(?!tests\/)/, to: /^tests\//, except: /^scripts\/(ensure-chromium|test-browsers)\.ts$/ },
]

test.each(never)('$law', ({ from, to, except, typesMayPass }) => {
  const broken = imports.filter(
    (line) => from.test(line.from) && to.test(line.to) && !except?.test(line.from) && !(typesMayPass && line.isType),
  )
  expect(broken.map((line) => `${line.from} -> ${line.to}`)).toEqual([])
})

test('a room’s repository is imported by that room alone', () => {
  // Every folder adds to the audit log, and events are recorded in the transactions of what they tell.
  const shared = ['server/audit/record-repo.ts', 'server/events/record-repo.ts']
  const owned = imports.filter(({ to }) => /^server\/\w+\/\w*-?repo\.ts$/.test(to) && !shared.includes(to))
  expect(
    owned.filter(({ from, to }) => from.startsWith('server/') && dirname(from) !== dirname(to)).map(({ from, to }) => `${from} -> ${to}`),
  ).toEqual([])
})

test('a screen never imports another screen', () => {
  const room = (file: string) => /^client\/screens\/([^/]+)/.exec(file)?.[1]
  const broken = imports.filter(({ from, to }) => room(from) && room(to) && room(from) !== room(to))
  expect(broken.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

/**
 * For each folder of the server, the folders that it may import code from. Type imports are free. Files directly in `server` may import
 * all.
 */
const mayUse: Record<string, readonly string[]> = {
  audit: ['procedure', 'rows'],
  auth: ['audit', 'http', 'mail', 'procedure', 'secrets', 'throttle'],
  backup: ['audit', 'jobs', 'secrets', 'storage'],
  boot: [
    'auth',
    'backup',
    'budgets',
    'digest',
    'events',
    'export',
    'jobs',
    'logs',
    'mail',
    'metrics',
    'notifications',
    'platforms',
    'schedules',
    'seals',
    'secrets',
    'sheets',
    'storage',
    'stores',
    'system',
    'users',
    'webhooks',
  ],
  budgets: ['platforms'],
  catalogue: ['platforms', 'procedure', 'rows', 'schedules', 'stores'],
  digest: ['mail', 'notifications', 'schedules'],
  destinations: ['http', 'jobs', 'mail', 'platforms', 'procedure', 'sheets', 'storage', 'webhooks'],
  doctor: ['destinations', 'http', 'mail', 'platforms', 'secrets', 'sheets', 'storage', 'stores', 'webhooks'],
  events: ['auth', 'procedure'],
  export: [
    'auth',
    'destinations',
    'http',
    'jobs',
    'logs',
    'orders',
    'platforms',
    'procedure',
    'products',
    'rows',
    'schedules',
    'sheets',
    'stores',
  ],
  http: ['audit', 'auth', 'catalogue', 'images', 'jobs', 'logs', 'procedure', 'stores', 'throttle'],
  images: ['throttle'],
  jobs: ['audit', 'events', 'logs', 'procedure', 'rows', 'storage'],
  logs: [],
  mail: [],
  metrics: ['jobs', 'platforms'],
  notifications: ['events', 'mail', 'procedure', 'rows', 'users'],
  orders: ['platforms', 'procedure', 'stores'],
  platforms: [],
  procedure: ['audit', 'stores'],
  products: ['catalogue', 'http', 'platforms', 'procedure', 'rows', 'stores'],
  profile: ['auth', 'digest', 'events', 'http', 'images', 'mail', 'notifications', 'procedure', 'stores', 'users'],
  rows: [],
  schedules: ['audit', 'auth', 'export', 'jobs', 'notifications', 'procedure', 'rows', 'stores', 'users'],
  seals: ['secrets'],
  secrets: ['auth', 'destinations', 'http', 'mail', 'sheets', 'stores', 'webhooks'],
  settings: ['audit', 'destinations', 'images', 'procedure', 'sheets', 'system', 'webhooks'],
  sheets: ['platforms', 'rows', 'throttle'],
  stores: ['audit', 'events', 'http', 'platforms', 'procedure', 'rows', 'secrets'],
  storage: [],
  system: ['backup', 'doctor', 'metrics', 'procedure'],
  throttle: ['platforms'],
  users: ['audit', 'auth', 'http', 'mail', 'procedure', 'profile', 'rows', 'stores', 'throttle'],
  webhooks: ['events', 'http', 'platforms', 'procedure', 'rows', 'stores'],
}

test('the folders of the server use those that they may', () => {
  const folderOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1]
  const used = imports.flatMap(({ from, to, isType }) => {
    const [user, folder] = [folderOf(from), folderOf(to)]
    return user && folder && user !== folder && !isType && !mayUse[user]?.includes(folder) ? [`${from} -> ${to}`] : []
  })
  expect(used).toEqual([])
  const folders = new Set(files.flatMap((file) => folderOf(file) ?? []))
  expect(Object.keys(mayUse).toSorted()).toEqual([...folders].toSorted())
})

/** Names that two files export, with the reason. A search for any other exported name finds one definition. */
const sharedNames: Record<string, string> = {
  apiKeys: 'the table, and the router of what it keeps',
  jobs: 'the table, and the router of what it keeps',
  schedules: 'the table, and the router of what it keeps',
  settings: 'the table, and the router of what it keeps',
  stores: 'the table, and the router of what it keeps',
  templates: 'the table, and the router of what it keeps',
  users: 'the table, and the router of what it keeps',
  views: 'the table, and the router of what it keeps',
  roles: 'the table, and the roles that a migration lays in',
  connect: 'one for each database, of which one is loaded',
  attach: 'one for each database, of which one is loaded',
}

test('an exported name means one thing', () => {
  const found = new Map<string, Set<string>>()
  for (const file of files.filter((name) => /^(server|client|shared|drizzle)\//.test(name)))
    for (const [, name = ''] of (source.get(file) ?? '').matchAll(/^export (?:async )?(?:const|function\*?|type|class) (\w+)/gm))
      found.set(name, (found.get(name) ?? new Set()).add(file))
  const twice = [...found].filter(([name, where]) => where.size > 1 && !(name in sharedNames))
  expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
})

/** The files that match the pattern and are not allowed to. */
function mentions(word: RegExp, where: RegExp, allowed: RegExp): string[] {
  return files.filter((file) => where.test(file) && !allowed.test(file) && word.test(source.get(file) ?? ''))
}

test('platforms are asked for their traits, not for their names', () => {
  expect(
    mentions(
      /'shopify'|'shopbase'/,
      /^(shared|server|client)\//,
      /^shared\/platforms\.ts$|^server\/platforms\/|^server\/stores\/secrets\.ts$/,
    ),
  ).toEqual([])
})

test('the environment is read in one place, and time and the network come in as dependencies', () => {
  // Tables are built at import, so the dialect must be known by then.
  expect(mentions(/process\.env/, /^(server|drizzle|shared)\//, /^server\/boot\/environment\.ts$|^drizzle\/dialect\.ts$/)).toEqual([])
  expect(mentions(/Date\.now\(|new Date\(\)/, /^server\//, /^server\/main\.ts$|^server\/platforms\/clock\.ts$/)).toEqual([])
  expect(mentions(/(?<![.\w])fetch\(/, /^server\//, /^server\/platforms\//)).toEqual([])
})

test('statements end in returning: what only one database can do is not used', () => {
  // A gauge of prom-client is read with `get()`, too.
  expect(mentions(/\.(get|all|run)\(\)/, /^server\//, /^server\/metrics\/registered\.ts$/)).toEqual([])
  expect(mentions(/\.transaction\(/, /^server\//, /^$/)).toEqual([])
})

test('no circles', () => {
  const seen = new Map<string, 'open' | 'done'>()
  const visit = (file: string, trail: string[]): void => {
    if (!source.has(file) || seen.get(file) === 'done') return
    if (seen.get(file) === 'open') throw new Error([...trail, file].join(' -> '))
    seen.set(file, 'open')
    for (const { to } of imports.filter((line) => line.from === file && !line.isType)) visit(to, [...trail, file])
    seen.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  expect(seen.size).toBe(files.length)
})

test('no junk drawers, no barrels', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|lib|common|misc|types|index)(\/|\.tsx?$)/.test(file))).toEqual([])
})

const lines = (file: string) => (source.get(file) ?? '').split('\n').length
test('no file outgrows 300 lines, no component 150', () => {
  expect(files.filter((file) => !file.includes('/generated/') && lines(file) > 301)).toEqual([])
  expect(files.filter((file) => file.startsWith('client/') && file.endsWith('.tsx') && lines(file) > 151)).toEqual([])
})
