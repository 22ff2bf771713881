import { Button, Group } from '@mantine/core'
import { Banner } from './banner.tsx'

type Props = {
  /** The error of the submission that belongs to no field. */
  failure: string | null | undefined
  submit: string
  isBusy: boolean
  isOff?: boolean
  onCancel: () => void
}

/** The error and the buttons below the fields of a dialog. */
export function FormFoot({ failure, submit, isBusy, isOff = false, onCancel }: Props) {
  return (
    <>
      {failure && (
        <Banner kind="error" mt="md">
          {failure}
        </Banner>
      )}
      <Group justify="flex-end" gap="xs" mt="xl">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} disabled={isOff}>
          {submit}
        </Button>
      </Group>
    </>
  )
}
