// Ways to break the rules of access, for scripts/prove-access.ts.
import { globSync, readFileSync } from 'node:fs'
import { endpoints } from '#server/http/endpoints.ts'
import { can, policies, type Action } from '#shared/access.ts'

/** A file with another text, and which cells of the matrix must notice: vitest's arguments. */
export type Mutant = { name: string; how: string; file: string; text: string; cells: string[] }

const rules = 'shared/access.ts'
const source = readFileSync(rules, 'utf8')

/** The cells of the procedures that a policy guards; of all, where it guards by being asked inside of them. One that fails is enough. */
function cellsOf(action: Action): string[] {
  const paths = endpoints.filter(({ policy }) => policy === action).map(({ path }) => path.replaceAll('.', '\\.'))
  return ['--bail=1', ...(paths.length > 0 ? ['-t', `^(${paths.join('|')}) `] : [])]
}

/** The policy thrown open, or closed where it lets everybody in already. */
function policyMutant(action: Action): Mutant {
  const line = new RegExp(`^  '${action.replace('.', '\\.')}': \\[(?:.*\\],|[^]*?^  \\],)$`, 'm')
  if (!line.test(source)) throw new Error(`${action} has no line of its own in ${rules}`)
  const isOpen = can({ id: '', grants: [], keyId: '' }, action)
  const text = source.replace(line, `  '${action}': [${isOpen ? '' : '{}'}] as readonly Rule[],`)
  return { name: action, how: isOpen ? 'closed' : 'thrown open', file: rules, text, cells: cellsOf(action) }
}

type Part = { file: string; from: string; to: string; guards: string }

/** What holds for many policies at once: where it stands, what stands there without it, and the procedures that then let too much happen. */
const parts: Record<string, Part> = {
  everywhere: { file: rules, from: 'rule.everywhere ? null : storeId', to: 'storeId', guards: 'stores.create|settings.update' },
  'in a store': {
    file: rules,
    from: 'grant.storeId === null || grant.storeId === storeId',
    to: 'true',
    guards: 'stores.get|products.list',
  },
  'in person': { file: rules, from: ' && !(inPerson && viewer.keyId !== undefined)', to: '', guards: 'profile.createApiKey' },
  'not on oneself': { file: rules, from: 'id === viewer.id && neverOnOneself.includes(action)', to: 'false', guards: 'users.deactivate' },
  'roles covered': { file: rules, from: 'affected.every((role) => covers(viewer, action, role))', to: 'true', guards: 'users.update' },
  'covered by permissions': {
    file: rules,
    from: ' && role.permissions.every((permission) => held.has(permission))',
    to: '',
    guards: 'users.invite|users.setRoles',
  },
  'roles given': {
    file: 'server/users/assignments.ts',
    from: '!covers(viewer, action, { storeId, ...role })',
    to: 'false',
    guards: 'users.invite',
  },
  'people in sight': { file: 'server/users/sight.ts', from: 'if (user_roles.length === 0) return null', to: '', guards: 'users.get' },
  'roles in sight': {
    file: 'server/users/sight.ts',
    from: 'store !== null && can(viewer, action, store.id)',
    to: 'true',
    guards: 'users.get',
  },
}

function partMutant([name, { file, from, to, guards }]: [string, Part]): Mutant {
  const text = readFileSync(file, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${name}: \`${from}\` does not stand once in ${file}`)
  return { name, how: 'left out', file, text: text.replace(from, to), cells: ['--bail=1', '-t', `^(${guards}) `] }
}

/** Whether the server asks for it at all; what only a screen asks for shows nothing that the server guards. */
const serverSource = globSync('server/**/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('')
const isAsked = (action: Action) => serverSource.includes(`'${action}'`)
const isAction = (name: string): name is Action => Object.hasOwn(policies, name)

/** Every policy that the server asks for broken, and every part of the rules left out. */
export const mutants = (): Mutant[] => [
  ...Object.keys(policies).filter(isAction).filter(isAsked).map(policyMutant),
  ...Object.entries(parts).map(partMutant),
]
