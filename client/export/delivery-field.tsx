import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { DestinationKind } from '#shared/delivery.ts'
import { destinationKindLabels, destinationMessages } from '#shared/destination-messages.ts'
import { defaultPattern } from '#shared/file-name-pattern.ts'
import type { JobType } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { deliveryMistake, exampleName, type DeliveryDraft } from './delivery.ts'
import { useDestinations } from './destinations.ts'

type Props = {
  type: JobType
  delivery: DeliveryDraft
  onChange: (patch: Partial<DeliveryDraft>) => void
  /** What the server refused about the destination or the name. */
  refused?: ReactNode
  refusedName?: ReactNode
  /** Fields for a destination that is a spreadsheet. */
  ofSheet?: ReactNode
}

/** Whether the file stays with the job or is delivered, and under which name. Nothing is shown where there is no destination. */
export function DeliveryField({ type, delivery, onChange, refused, refusedName, ofSheet }: Props) {
  const { destinationId } = delivery
  const { data, error, refetch } = useDestinations()
  const known = data?.destinations ?? []
  const chosen = known.find(({ id }) => id === destinationId)
  const isGone = destinationId !== '' && data !== undefined && !chosen
  if (error && !data) return <NotLoaded onRetry={() => void refetch()} />
  if (known.length === 0 && destinationId === '') return null
  const choices = known.map(({ id, name, kind }) => ({ value: id, label: `${name} (${destinationKindLabels[kind]})` }))
  const unknown = destinationId !== '' && !chosen ? [{ value: destinationId, label: isGone ? 'Deleted destination' : '…' }] : []
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Deliver the file"
        description={chosen?.kind === 'sheet' ? destinationMessages.deliverSheetHint : destinationMessages.deliverHint}
        data={[{ value: '', label: 'Keep with the job' }, ...choices, ...unknown]}
        value={destinationId}
        error={isGone ? destinationMessages.goneChoose : refused}
        onChange={({ currentTarget }) => onChange({ destinationId: currentTarget.value })}
      />
      {chosen && <NameAndReceipt type={type} kind={chosen.kind} delivery={delivery} onChange={onChange} refused={refusedName} />}
      {chosen?.kind === 'sheet' && (ofSheet ?? newSheet)}
    </Stack>
  )
}

const newSheet = (
  <Text size="sm" c="dimmed">
    {destinationMessages.sheetChosen}
  </Text>
)

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <Group gap="xs" role="alert">
    <Text size="sm" c="var(--mantine-color-error)">
      {destinationMessages.loadFailed}
    </Text>
    <Button size="compact-xs" variant="default" onClick={onRetry}>
      Retry
    </Button>
  </Group>
)

type NameProps = Pick<Props, 'type' | 'delivery' | 'onChange' | 'refused'> & { kind: DestinationKind }

function NameAndReceipt({ type, kind, delivery, onChange, refused }: NameProps) {
  const [now] = useState(() => new Date())
  // A spreadsheet gets a sheet, not a file.
  if (kind === 'sheet') return null
  const { fileName, includeReceipt } = delivery
  const mistake = deliveryMistake(delivery)
  return (
    <>
      <TextInput
        label="File name"
        description={destinationMessages.patternHint}
        placeholder={defaultPattern}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.destinations.patternLength}
        value={fileName}
        error={mistake ?? refused}
        onChange={({ currentTarget }) => onChange({ fileName: currentTarget.value })}
      />
      {mistake === undefined && (
        <Text size="xs" c="dimmed">
          {destinationMessages.patternExample(exampleName(type, fileName, now))}
        </Text>
      )}
      <Checkbox
        label="Receipt beside the file"
        description={destinationMessages.receiptHint}
        checked={includeReceipt}
        onChange={({ currentTarget }) => onChange({ includeReceipt: currentTarget.checked })}
      />
    </>
  )
}
