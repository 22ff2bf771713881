import { Checkbox, Group, Radio, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { CheckList } from '#client/ui/check-list.tsx'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
import { SelectBox } from '#client/ui/select-box.tsx'
import { nothing } from './nothing.ts'

const stores = ['North', 'South', 'Lotus'].map((label) => ({ value: label, label }))

export function Choices() {
  const [chosen, setChosen] = useState(['South'])
  return (
    <Stack gap="sm">
      <Group gap="lg">
        <Checkbox label="Checkbox" />
        <Checkbox label="Checked" defaultChecked description="With a hint" />
        <Checkbox label="Disabled" disabled />
        <Radio name="radio" label="Radio button" />
        <Radio name="radio" label="Chosen" defaultChecked />
        <Switch label="Switch" defaultChecked />
      </Group>
      <Group gap="lg">
        <SelectBox label="Row" isChecked={false} onToggle={nothing} />
        <SelectBox label="Selected row" isChecked onToggle={nothing} />
        <SelectBox label="Some rows" isChecked={false} isMixed onToggle={nothing} />
        <ChoiceLine label="In a menu" isChecked onToggle={nothing} />
        <ChoiceLine type="radio" name="menu" label="One of several" isChecked onToggle={nothing} />
      </Group>
      <CheckList legend="Stores" choices={stores} chosen={chosen} onChoose={setChosen} hint="User will have access to 1 store(s)" />
    </Stack>
  )
}
