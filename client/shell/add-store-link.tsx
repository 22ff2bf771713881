import { Link } from '@tanstack/react-router'
import { Can } from '#client/session/can.tsx'

/** The way out of an empty screen for a person who may add a store. */
export const AddStoreLink = () => (
  <Can do="stores.create">
    <Link to="/stores">Go to Stores</Link>
  </Can>
)
