import { Fieldset, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CodeField } from '#client/ui/code-field.tsx'
import { CopyField } from '#client/ui/copy-field.tsx'
import { DayPeriod } from '#client/ui/day-period.tsx'
import { DayRangeFields, type DayRange } from '#client/ui/day-range.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'

const days: DayRange = { from: '2026-01-10', to: undefined }

export function Fields() {
  const [range, setRange] = useState(days)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name" placeholder="Placeholder" />
      <TextInput label="With a hint" description="What the field is for" defaultValue="Typed" />
      <TextInput label="With a mistake" error="Please enter a name" required />
      <TextInput label="Disabled" disabled defaultValue="Fixed" />
      <PasswordField label="Password" defaultValue="secret" />
      <CodeField label="Code" defaultValue="123456" />
      <NativeSelect label="Choice" data={['One', 'Two']} />
      <CopyField label="To copy" value="https://shop.test/invite" />
      <Textarea label="Text" />
      <Fieldset legend="Days">
        <DayPeriod value={range} onChange={setRange} zones={['Europe/Berlin']} />
        <DayRangeFields value={range} onChange={setRange} reversedMessage="The From date is after the To date" />
      </Fieldset>
    </SimpleGrid>
  )
}
