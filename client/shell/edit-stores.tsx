import { Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { Can } from '#client/session/can.tsx'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'

const ButtonLink = createLink((props: { href?: string; children?: string }) => (
  <Button component="a" size="compact-sm" variant="default" {...props} />
))

type Props = { stores: readonly Pick<Store, 'id' | 'name'>[]; /** What was said about the stores. */ said: readonly string[] }

/** The way to the credentials of each store of which it was said that they were refused, for those who may change them. */
export function EditStores({ stores, said }: Props) {
  const refused = stores.filter(({ name }) => said.includes(messages.platform.rejected(name)))
  return refused.map(({ id, name }) => (
    <Can key={id} do="stores.update" storeId={id}>
      <ButtonLink to="/stores" search={{ edit: id }}>{`Edit ${name}`}</ButtonLink>
    </Can>
  ))
}
