import { IconDatabaseOff } from '@tabler/icons-react'
import { Can } from '#client/session/can.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { catalogueScreenMessages as messages } from '#shared/catalogue-screen-messages.ts'

/** Replaces the list where no copy is kept. */
export const SwitchedOff = () => (
  <EmptyState icon={IconDatabaseOff} title={messages.off} hint={messages.offHint}>
    <Can do="stores.update">
      <ButtonLink to="/settings" search={{ tab: 'catalogue' }}>
        Open the settings
      </ButtonLink>
    </Can>
  </EmptyState>
)
