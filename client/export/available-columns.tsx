import { Button, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { containsText } from '#client/ui/contains-text.ts'
import { isEmptyOn } from '#shared/templates.ts'
import type { ColumnChoice } from './column-catalogue.ts'
import { ColumnGroup } from './column-group.tsx'
import { toggled, withAll } from './column-order.ts'
import classes from './column-picker.module.css'

/** All columns, with a search. */
export function AvailableColumns<Column extends string>({ type, platforms, catalogue, chosen, onChange }: ColumnChoice<Column>) {
  const { columns, allLabel, defaults, labelOf, groups, heading } = catalogue
  const [typed, setTyped] = useState('')
  const isFound = (column: Column) => containsText(labelOf(column), typed) || containsText(column, typed)
  const found = groups.map((group) => ({ ...group, columns: group.columns.filter(isFound) })).filter((group) => group.columns.length > 0)
  return (
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
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(withAll(chosen, columns))}>
          {allLabel}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
          Clear
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange([...defaults])}>
          Reset
        </Button>
      </Group>
      <div className={classes.list}>
        {found.map(({ title, columns: shown }) => (
          <ColumnGroup
            key={title}
            title={title}
            heading={heading}
            columns={shown}
            chosen={chosen}
            labelOf={labelOf}
            emptyOn={(column) => platforms.filter((platform) => isEmptyOn(platform, type, column))}
            onToggle={(column) => onChange(toggled(chosen, column))}
          />
        ))}
        {found.length === 0 && <div className={classes.note}>No matches</div>}
      </div>
    </section>
  )
}
