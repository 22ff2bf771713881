import { Can } from '#client/session/can.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'

type Props = { stores: readonly Pick<Store, 'id' | 'name'>[]; /** Messages about the stores. */ said: readonly string[] }

/** A link to each store whose credentials were refused according to `said`, for those who may edit it. */
export function EditStores({ stores, said }: Props) {
  const refused = stores.filter(({ name }) => said.includes(messages.platform.rejected(name)))
  return refused.map(({ id, name }) => (
    <Can key={id} do="stores.update" storeId={id}>
      <ButtonLink size="compact-sm" to="/stores" search={{ edit: id }}>{`Edit ${name}`}</ButtonLink>
    </Can>
  ))
}
