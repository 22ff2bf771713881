// What foreign programs say of the OpenAPI document and of the collection that is made of it.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

/** What npm installs for the checks. */
export const checkers = ['@redocly/cli@2.77.0', '@apidevtools/swagger-parser@13.1.0', 'newman@6.2.2'] as const

const Problems = z.object({ problems: z.array(z.object({ severity: z.string(), ruleId: z.string(), message: z.string() })) })

/** What the linter says of the document. */
export async function lint(folder: string) {
  const command = ['redocly', 'lint', 'openapi.json', '--format=json']
  const { stdout } = await run('npx', command, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).catch((error: { stdout: string }) => error)
  return Problems.parse(JSON.parse(stdout.slice(stdout.indexOf('{')))).problems
}

const validation = `import parser from '@apidevtools/swagger-parser'
const { openapi } = await parser.validate('openapi.json')
console.log(openapi)
`

/** The version of OpenAPI by which a second validator accepts the document. Throws what it finds wrong. */
export async function validate(folder: string): Promise<string> {
  await writeFile(join(folder, 'validate.js'), validation)
  return (await run(process.execPath, ['validate.js'], { cwd: folder })).stdout.trim()
}

const Run = z.object({
  run: z.object({
    executions: z.array(z.object({ item: z.object({ name: z.string() }), response: z.object({ code: z.number() }).optional() })),
  }),
})

/**
 * Sends requests of a collection with Postman's own runner. Each has its status, or null where it was not answered.
 * @param requests their names in the collection.
 */
export async function sendWithPostman(folder: string, collection: object, requests: readonly string[], variables: Record<string, string>) {
  await writeFile(join(folder, 'postman.json'), JSON.stringify(collection))
  const chosen = requests.flatMap((name) => ['--folder', name])
  const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const report = ['--reporters', 'json', '--reporter-json-export', 'newman.json']
  await run('npx', ['newman', 'run', 'postman.json', ...chosen, ...given, ...report], { cwd: folder })
  const { executions } = Run.parse(JSON.parse(await readFile(join(folder, 'newman.json'), 'utf8'))).run
  return executions.map(({ item, response }) => ({ name: item.name, status: response?.code ?? null }))
}
