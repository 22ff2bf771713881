import { Button } from '@mantine/core'
import { Banner } from '#client/ui/banner.tsx'
import { connectMessages } from '#shared/connect-messages.ts'

type Props = { failure: string | undefined; isBusy: boolean; onSave: () => void }

/** Says that the credentials could not be tested because the shop is unreachable, and offers to save the store anyway. */
export function SaveUnreachable({ failure, isBusy, onSave }: Props) {
  return (
    <Banner kind="error" title={failure} mt="md">
      {connectMessages.saveUnreachableHint}
      <div>
        <Button variant="default" size="xs" mt={8} loading={isBusy} onClick={onSave}>
          {connectMessages.saveUnreachable}
        </Button>
      </div>
    </Banner>
  )
}
