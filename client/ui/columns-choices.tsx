import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { columnWidth, Density, widthWithin } from '#shared/list-layout.ts'
import { announce } from './announce.ts'
import { ArrowButton } from './arrow-button.tsx'
import { ChoiceLine } from './choice-line.tsx'
import type { ColumnsProps } from './columns-menu.tsx'
import { moved } from './moved.ts'
import classes from './sort-menu.module.css'

const densities: Record<Density, string> = { compact: 'Compact rows', normal: 'Normal rows', roomy: 'Roomy rows' }

/**
 * Keeps what was chosen while it is open, because the person's layout arrives a moment after the click. A column keeps its place in the list
 * when it is turned on or off, so that nothing moves under the pointer.
 */
export function ColumnsChoices({ columns, shown, density, onChange, onWidth, onReset, children }: ColumnsProps<string>) {
  const name = useId()
  const [order, setOrder] = useState(() => [...new Set([...shown, ...columns.map(({ key }) => key)])])
  const [chosen, setChosen] = useState({ columns: [...shown], density })
  const change = (patch: Partial<typeof chosen>) => {
    const changed = { ...chosen, ...patch }
    setChosen(changed)
    onChange(changed)
  }
  // The columns of other platforms are kept, for the next store.
  const listed = order.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  const turn = (turned: string, isOn: boolean) =>
    change({ columns: order.filter((key) => (key === turned ? isOn : chosen.columns.includes(key))) })
  const move = (from: number, to: number) => {
    const [column, other] = [listed[from], listed[to]]
    if (!column || !other) return
    const changed = moved(order, order.indexOf(column.key), order.indexOf(other.key))
    setOrder(changed)
    change({ columns: changed.filter((key) => chosen.columns.includes(key)) })
    announce(`${column.label}: position ${to + 1} of ${listed.length}`)
  }
  const resize = (key: string, label: string, pixels: number) => {
    const width = widthWithin(pixels)
    onWidth?.(key, width)
    announce(`${label}: ${width} pixels wide`)
  }
  return (
    <>
      <fieldset className={classes.options}>
        <legend className={classes.legend}>Columns</legend>
        {listed.map(({ key, label, width }, index) => (
          <div key={key} className={classes.column}>
            <ChoiceLine label={label} isChecked={chosen.columns.includes(key)} onToggle={(isOn) => turn(key, isOn)} />
            {onWidth && typeof width === 'number' && (
              <>
                <ArrowButton
                  label={`Make ${label} narrower`}
                  icon={IconChevronLeft}
                  isOff={width <= columnWidth.min}
                  onClick={() => resize(key, label, width - columnWidth.step)}
                />
                <ArrowButton
                  label={`Make ${label} wider`}
                  icon={IconChevronRight}
                  isOff={width >= columnWidth.max}
                  onClick={() => resize(key, label, width + columnWidth.step)}
                />
              </>
            )}
            <ArrowButton label={`Move ${label} up`} icon={IconChevronUp} isOff={index === 0} onClick={() => move(index, index - 1)} />
            <ArrowButton
              label={`Move ${label} down`}
              icon={IconChevronDown}
              isOff={index === listed.length - 1}
              onClick={() => move(index, index + 1)}
            />
          </div>
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
