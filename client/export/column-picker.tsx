import { Button, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { containsText } from '#client/ui/contains-text.ts'
import classes from './column-picker.module.css'
import { ChosenColumns } from './chosen-columns.tsx'
import { toggled, withAll } from './column-order.ts'

type Props<Column extends string> = {
  /** All columns in their default order. */
  available: readonly Column[]
  chosen: readonly Column[]
  onChange: (chosen: Column[]) => void
}

/** Which columns a file has, and in which order. */
export function ColumnPicker<Column extends string>({ available, chosen, onChange }: Props<Column>) {
  const [typed, setTyped] = useState('')
  const found = available.filter((column) => containsText(column, typed))
  return (
    <div className={classes.picker}>
      <section className={classes.pane} aria-label="Available columns">
        <TextInput
          size="xs"
          aria-label="Search columns"
          placeholder="Search columns"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => onChange(withAll(chosen, available))}>
            Select All
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
            Clear
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => onChange([...available])}>
            Reset
          </Button>
        </Group>
        <ul className={classes.list}>
          {found.map((column) => (
            <li key={column}>
              <label className={classes.choice}>
                <input type="checkbox" checked={chosen.includes(column)} onChange={() => onChange(toggled(chosen, column))} />
                {column}
              </label>
            </li>
          ))}
          {found.length === 0 && <li className={classes.note}>No column of this name</li>}
        </ul>
      </section>
      <ChosenColumns chosen={chosen} onChange={onChange} />
    </div>
  )
}
