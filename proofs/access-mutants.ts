// Ways to break the rules of access, for scripts/prove-access.ts.
import { globSync, readFileSync } from 'node:fs'
import { endpoints } from '#server/http/endpoints.ts'
import { can, policies, type Action } from '#shared/access.ts'

/** A mutated file, and the cells of the matrix that must fail: vitest's arguments. */
export type Mutant = { name: string; how: string; file: string; text: string; cells: string[] }

const rules = 'shared/access.ts'
const source = readFileSync(rules, 'utf8')

/** The cells of the procedures that a policy guards; all cells if a policy is checked inside of procedures. One failing cell is enough. */
function cellsOf(action: Action): string[] {
  const paths = endpoints.filter(({ policy }) => policy === action).map(({ path }) => path.replaceAll('.', '\\.'))
  return ['--bail=1', ...(paths.length > 0 ? ['-t', `^(${paths.join('|')}) `] : [])]
}

/** The policy opened for everyone, or closed if it already is open. */
function policyMutant(action: Action): Mutant {
  const line = new RegExp(`^  '${action.replace('.', '\\.')}': \\[(?:.*\\],|[^]*?^  \\],)$`, 'm')
  if (!line.test(source)) throw new Error(`${action} has no line of its own in ${rules}`)
  const isOpen = can({ id: '', grants: [], keyId: '' }, action)
  const text = source.replace(line, `  '${action}': [${isOpen ? '' : '{}'}] as readonly Rule[],`)
  return { name: action, how: isOpen ? 'closed' : 'thrown open', file: rules, text, cells: cellsOf(action) }
}

type Part = { file: string; from: string; to: string; guards: string }

/** Rules that many policies share: the file, the code, its replacement, and the procedures that are then too permissive. */
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

/** Whether the server checks the policy. Policies that only the client checks guard nothing on the server. */
const serverSource = globSync('server/**/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('')
const isAsked = (action: Action) => serverSource.includes(`'${action}'`)
const isAction = (name: string): name is Action => Object.hasOwn(policies, name)

/** Mutants: every policy that the server checks, and every part of the rules. */
export const mutants = (): Mutant[] => [
  ...Object.keys(policies).filter(isAction).filter(isAsked).map(policyMutant),
  ...Object.entries(parts).map(partMutant),
]
