// Random calls about the team, settings, stores and keys, by people whose rights are limited to one store. Stores and people are drawn by
// name; the test replaces the names with ids.
import fc from 'fast-check'
import { permissions } from '#shared/access.ts'

export const callers = ['adminSession', 'ownerSession', 'adminKey', 'ownerKey', 'narrowedKey'] as const
export type CallerName = (typeof callers)[number]

export const places = ['north', 'harbor', 'gone'] as const
export type Place = (typeof places)[number]

/** The people with their roles; `null` means all stores. The first three are the callers. */
export const people = {
  adminOfNorth: [['admin', 'north']],
  ownerOfNorth: [['owner', 'north']],
  globalOwner: [['owner', null]],
  globalAdmin: [['admin', null]],
  globalViewer: [['viewer', null]],
  staffOfNorth: [['staff', 'north']],
  pendingInNorth: [['viewer', 'north']],
  staffOfBoth: [
    ['staff', 'north'],
    ['staff', 'harbor'],
  ],
  adminOfHarbor: [['admin', 'harbor']],
  viewerOfHarbor: [['viewer', 'harbor']],
  pendingInHarbor: [['staff', 'harbor']],
  deactivatedInHarbor: [['manager', 'harbor']],
  staffOfGone: [['staff', 'gone']],
  withoutRole: [],
} as const
export type PersonName = keyof typeof people
export const emailOf = (name: string) => `${name.toLowerCase()}@confined.test`

/** Placeholders for ids in a drawn input. The test replaces them. */
export type Names = { person: (name: PersonName) => string; place: (place: Place) => string; keyOf: (name: PersonName) => string }
export type Call = { by: CallerName; path: string; inputOf: (names: Names) => object }

const Person = fc.constantFrom(...(Object.keys(people) as PersonName[]))
const Place = fc.constantFrom(...places)
const Places = fc.oneof(fc.constant<Place[]>(['north']), fc.uniqueArray(Place, { maxLength: 3 }))
const Role = fc.constantFrom('owner', 'admin', 'manager', 'staff', 'viewer')
const Drawn = fc.uniqueArray(fc.record({ role: Role, place: fc.option(Place) }), { minLength: 1, maxLength: 3, selector: JSON.stringify })
type Drawn = { role: string; place: Place | null }[]
const rolesOf = (drawn: Drawn, { place }: Names) => drawn.map((one) => ({ role_id: one.role, store_id: one.place && place(one.place) }))

const inputs: Record<string, fc.Arbitrary<Call['inputOf']>> = {
  'users.invite': fc
    .record({ who: fc.oneof(Person, fc.uuid()), role: Role, stores: fc.option(Places) })
    .map(({ who, role, stores }) => ({ place }) => ({
      email: emailOf(who),
      full_name: 'Changed',
      department: 'Changed',
      role_id: role,
      store_ids: stores && stores.map(place),
    })),
  'users.update': fc
    .record({
      who: Person,
      fields: fc.record(
        { full_name: fc.constant('Changed'), department: fc.constant('Changed'), is_active: fc.boolean() },
        { requiredKeys: [] },
      ),
      roles: fc.option(Drawn),
    })
    .map(({ who, fields, roles }) => (names) => ({ id: names.person(who), ...fields, ...(roles ? { roles: rolesOf(roles, names) } : {}) })),
  'users.setRoles': fc.record({ who: Person, roles: Drawn }).map(({ who, roles }) => (names) => ({
    id: names.person(who),
    roles: rolesOf(roles, names),
  })),
  'users.deactivate': Person.map((who) => (names) => ({ id: names.person(who) })),
  'users.remove': Person.map((who) => (names) => ({ id: names.person(who) })),
  'stores.create': fc.uuid().map((name) => () => ({
    name,
    platform: 'shopify',
    domain: 'north-test.myshopify.com',
    token: 'shpat_confined',
    currency: 'USD',
    timezone: 'UTC',
  })),
  'stores.update': fc
    .record({ where: Place, change: fc.constantFrom({ timezone: 'Asia/Tokyo' }, { active: false }) })
    .map(({ where, change }) => ({ place }) => ({ id: place(where), ...change })),
  'stores.remove': Place.map((where) => ({ place }) => ({ id: place(where) })),
  'settings.update': fc.constant(() => ({ logo_url: null })),
  'profile.createApiKey': fc
    .record({ held: fc.subarray([...permissions], { minLength: 1 }), stores: fc.option(Places) })
    .map(({ held, stores }) => ({ place }) => ({ name: 'More', permissions: held, store_ids: stores && stores.map(place) })),
  'profile.rotateApiKey': Person.map((who) => ({ keyOf }) => ({ id: keyOf(who) })),
  'profile.revokeApiKey': Person.map((who) => ({ keyOf }) => ({ id: keyOf(who) })),
}

const Call: fc.Arbitrary<Call> = fc.oneof(
  ...Object.entries(inputs).map(([path, input]) => fc.record({ by: fc.constantFrom(...callers), path: fc.constant(path), inputOf: input })),
)
export const Calls = fc.array(Call, { minLength: 1, maxLength: 6 })

/** The permitted calls of each caller inside the store. They reveal a server that refuses everything. */
export const permittedCalls: Call[] = callers.flatMap((by) => [
  {
    by,
    path: 'users.invite',
    inputOf: ({ place }) => ({
      email: emailOf(`guest of ${by}`.replaceAll(' ', '-')),
      full_name: 'New',
      role_id: 'admin',
      store_ids: [place('north')],
    }),
  },
  { by, path: 'users.update', inputOf: ({ person }) => ({ id: person('staffOfNorth'), department: by }) },
  {
    by,
    path: 'users.setRoles',
    inputOf: ({ person, place }) => ({ id: person('staffOfBoth'), roles: [{ role_id: 'viewer', store_id: place('north') }] }),
  },
  { by, path: 'stores.update', inputOf: ({ place }) => ({ id: place('north'), timezone: 'Asia/Tokyo' }) },
])
