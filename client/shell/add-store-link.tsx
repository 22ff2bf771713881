import { Link } from '@tanstack/react-router'
import { Can } from '#client/session/can.tsx'

/** A link for empty screens, shown to a person who may add a store. */
export const AddStoreLink = () => (
  <Can do="stores.create">
    <Link to="/stores">Go to Stores</Link>
  </Can>
)
