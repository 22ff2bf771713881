import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useId } from 'react'
import { ChoiceLine } from './choice-line.tsx'
import classes from './sort-menu.module.css'

/** One field or direction to sort by. */
export type SortChoice = { label: string; isOn: boolean; choose: () => void }
type Props = { sorts: readonly SortChoice[]; directions: readonly (SortChoice & { reverse: boolean })[] }

const arrow = { false: IconArrowUp, true: IconArrowDown }

/** The content of the sort menu: the fields, and below them the directions. */
export function SortChoices({ sorts, directions }: Props) {
  const name = useId()
  return (
    <>
      <fieldset className={classes.options}>
        <legend className={classes.legend}>Sort by</legend>
        {sorts.map(({ label, isOn, choose }) => (
          <ChoiceLine key={label} type="radio" name={name} label={label} isChecked={isOn} onToggle={choose} />
        ))}
      </fieldset>
      <div className={classes.directions}>
        {directions.map(({ label, reverse, isOn, choose }) => {
          const Arrow = arrow[`${reverse}`]
          return (
            <Button
              key={label}
              size="xs"
              justify="start"
              fullWidth
              variant={isOn ? 'light' : 'subtle'}
              color={isOn ? 'brand' : 'gray'}
              aria-pressed={isOn}
              leftSection={<Arrow size={14} aria-hidden />}
              onClick={choose}
            >
              {label}
            </Button>
          )
        })}
      </div>
    </>
  )
}
