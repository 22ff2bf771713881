import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAtOnce } from './at-once.ts'
import { countMark } from './count-mark.ts'
import classes from './status-tabs.module.css'

type Tab<Value extends string> = { value: Value; label: string }
type Props<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  /** How many items some of the tabs have. Room for them is kept, so that no tab moves when they come. */
  counts?: ReadonlyMap<string, number> | undefined
  /** null: no tab is active. */
  value: Value | null
  /** Resolves when the list of the tab is shown. */
  onChange: (value: Value) => Promise<void>
  /** Behind the last tab. */
  after?: ReactNode
  /** Buttons next to the tabs. */
  actions: ReactNode
  /** The chips of the filters. Anything keeps the room of a brief one, so that a tab that brings its chip moves nothing. */
  chips: ReactNode
  children: ReactNode
}

/** Stands in the kept room while there is no chip. */
export const noChips = <span className={classes.noChips}>No filters</span>

/** The value of no tab, for `null`. */
const noTab = 'none'

/**
 * Tabs that filter one list. Arrow keys move between them and Enter selects, because each selection calls a shop. A chosen tab is active at
 * once, before its list is drawn.
 */
export function StatusTabs<Value extends string>({ label, tabs, counts, value, onChange, after, actions, chips, children }: Props<Value>) {
  const [shown, choose] = useAtOnce<Value | null>(value, async (chosen) => {
    if (chosen !== null) await onChange(chosen)
  })
  const press = (pressed: string | null) => {
    const tab = tabs.find((one) => one.value === pressed)
    if (tab) choose(tab.value)
  }
  return (
    <Tabs value={shown ?? noTab} onChange={press} activateTabWithKeyboard={false} className={classes.tabs ?? ''}>
      <div className={classes.bar}>
        <div className={classes.left}>
          <Tabs.List aria-label={label} className={classes.list ?? ''}>
            {tabs.map((tab) => (
              <Tabs.Tab
                key={tab.value}
                value={tab.value}
                {...(shown === null && { tabIndex: 0 })}
                {...(counts && countMark(counts.get(tab.value)))}
              >
                {tab.label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {after}
        </div>
        <div className={classes.actions}>{actions}</div>
        <div className={classes.chips}>{chips}</div>
      </div>
      <Tabs.Panel
        value={shown ?? noTab}
        className={classes.panel ?? ''}
        {...(shown === null && { role: 'presentation', 'aria-labelledby': undefined })}
      >
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
