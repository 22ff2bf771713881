import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { Density } from '#shared/list-layout.ts'
import { ChoiceLine } from './choice-line.tsx'
import type { ColumnsProps } from './columns-menu.tsx'
import classes from './sort-menu.module.css'

const densities: Record<Density, string> = { compact: 'Compact rows', normal: 'Normal rows', roomy: 'Roomy rows' }

/** Keeps what was chosen while it is open, because the person's layout arrives a moment after the click. */
export function ColumnsChoices({ columns, shown, density, onChange, onReset, children }: ColumnsProps<string>) {
  const name = useId()
  const [chosen, setChosen] = useState({ columns: [...shown], density })
  const change = (patch: Partial<typeof chosen>) => {
    const changed = { ...chosen, ...patch }
    setChosen(changed)
    onChange(changed)
  }
  // The columns of other platforms are kept, for the next store.
  const hidden = chosen.columns.filter((key) => columns.every((column) => column.key !== key))
  const turn = (turned: string, isOn: boolean) => {
    const kept = columns.filter(({ key }) => (key === turned ? isOn : chosen.columns.includes(key)))
    change({ columns: [...kept.map(({ key }) => key), ...hidden] })
  }
  return (
    <>
      <fieldset className={classes.options}>
        <legend className={classes.legend}>Columns</legend>
        {columns.map(({ key, label }) => (
          <ChoiceLine key={key} label={label} isChecked={chosen.columns.includes(key)} onToggle={(isOn) => turn(key, isOn)} />
        ))}
      </fieldset>
      <fieldset className={classes.options}>
        <legend className={classes.legend}>Row height</legend>
        {Density.options.map((value) => (
          <ChoiceLine
            key={value}
            type="radio"
            name={name}
            label={densities[value]}
            isChecked={value === chosen.density}
            onToggle={() => change({ density: value })}
          />
        ))}
      </fieldset>
      {children}
      <div className={classes.directions}>
        <Button size="xs" variant="subtle" fullWidth onClick={onReset}>
          Reset to default
        </Button>
      </div>
    </>
  )
}
