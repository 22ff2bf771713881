import { Button } from '@mantine/core'
import { Banner } from '#client/ui/banner.tsx'
import { storeMessages } from '#shared/store-messages.ts'

/** Offers to save a store whose shop could not be asked whether the credentials are right. */
export function SaveUnreachable({ isBusy, onSave }: { isBusy: boolean; onSave: () => void }) {
  return (
    <Banner kind="note" mt="md">
      {storeMessages.saveUnreachableHint}
      <div>
        <Button variant="default" size="xs" mt={6} loading={isBusy} onClick={onSave}>
          {storeMessages.saveUnreachable}
        </Button>
      </div>
    </Banner>
  )
}
