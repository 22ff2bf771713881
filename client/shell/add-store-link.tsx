import { Can } from '#client/session/can.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'

/** The way from an empty screen to the form of a new store, for those who may add one. */
export const AddStoreLink = () => (
  <Can do="stores.create">
    <ButtonLink to="/stores" search={{ add: true }} variant="filled">
      Add Store
    </ButtonLink>
  </Can>
)
