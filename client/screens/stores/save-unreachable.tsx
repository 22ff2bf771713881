import { Button } from '@mantine/core'
import { Banner } from '#client/ui/banner.tsx'
import { storeMessages } from '#shared/store-messages.ts'

type Props = { failure: string | undefined; isBusy: boolean; onSave: () => void }

/** Says that the credentials could not be tested because the shop is unreachable, and offers to save the store anyway. */
export function SaveUnreachable({ failure, isBusy, onSave }: Props) {
  return (
    <Banner kind="error" title={failure} mt="md">
      {storeMessages.saveUnreachableHint}
      <div>
        <Button variant="default" size="xs" mt={8} loading={isBusy} onClick={onSave}>
          {storeMessages.saveUnreachable}
        </Button>
      </div>
    </Banner>
  )
}
