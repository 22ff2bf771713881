// The files that run the packed server: image, compose files, reverse proxy and systemd unit. `npm run prove:image` runs them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { isVariable } from '#server/boot/environment.ts'

/** How long a server takes to end its work, at most. server/main.ts has it. */
const endsWithinSeconds = 15

const read = (path: string) => readFileSync(path, 'utf8')
const Service = z.object({
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  tmpfs: z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat()),
  volumes: z.array(z.string()),
  stop_grace_period: z.string().regex(/^\d+s$/),
})
const Compose = z.object({ services: z.record(z.string(), z.unknown()), volumes: z.record(z.string(), z.null()) })

/** The services of our image in a compose file. */
function serversOf(path: string) {
  const { services } = Compose.parse(parse(read(path), { merge: true }))
  return Object.entries(services).flatMap(([name, service]) => {
    const { success } = z.object({ image: z.literal('backcounter') }).safeParse(service)
    return success ? [{ name, ...Service.parse(service) }] : []
  })
}
const servers = [...serversOf('compose.yaml'), ...serversOf('compose.postgres.yaml')]

test('image, compose files and systemd unit start it alike', () => {
  expect(servers.map(({ name }) => name)).toEqual(['backcounter', 'web-1', 'web-2', 'worker-1', 'worker-2'])
  expect(new Set(servers.map(({ command }) => command.join(' ')))).toEqual(new Set(['backcounter start']))
  expect(read('Dockerfile')).toContain('CMD ["backcounter", "start"]')
  expect(read('deploy/backcounter.service')).toContain('ExecStart=/opt/backcounter/bin/backcounter start')
})

test('they set only variables that there are', () => {
  const lines = `${read('Dockerfile')}\n${read('deploy/backcounter.service')}`
  const named = [...lines.matchAll(/^(?:ENV |Environment=)(.*)$/gm)].flatMap(([, line = '']) => line.match(/\b[A-Z_]+(?==)/g) ?? [])
  const set = [...named.filter((name) => name !== 'PATH'), ...servers.flatMap(({ environment }) => Object.keys(environment))]
  expect(set.filter((name) => !isVariable(name))).toEqual([])
})

test('the file system is read-only: what the server writes lies in memory or in a volume', () => {
  const places = servers.map(({ tmpfs, volumes }) =>
    [...tmpfs, ...volumes.map((volume) => volume.replace(/^[\w-]+:/, ''))].map((place) => place.split(':')[0]),
  )
  expect(places.filter((known) => !known.includes('/tmp') || !known.includes('/data'))).toEqual([])
})

test('a container has the time to end its work', () => {
  const needed = ({ environment }: (typeof servers)[number]) => Number(environment['SHUTDOWN_DELAY_SECONDS'] ?? 0) + endsWithinSeconds
  expect(servers.filter((server) => Number.parseInt(server.stop_grace_period, 10) <= needed(server))).toEqual([])
})

test('the reverse proxy asks every web server whether it is ready', () => {
  const caddyfile = read('deploy/Caddyfile')
  const web = servers.filter(({ environment }) => environment['ROLE'] === 'web').map(({ name }) => `${name}:3000`)
  expect(/reverse_proxy (.*) \{/.exec(caddyfile)?.[1]).toBe(web.join(' '))
  expect(caddyfile).toContain('health_uri /readyz')
})

test('nothing is sent to the build of an image that is not named', () => {
  const [first, ...named] = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(first).toBe('*')
  expect(named.filter((line) => !/^(!|\*\*\/)/.test(line))).toEqual([])
})
