import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
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
  onChange: (value: Value) => void
  /** Behind the last tab. */
  after?: ReactNode
  /** Buttons next to the tabs. */
  actions: ReactNode
  children: ReactNode
}

/** The value of no tab, for `null`. */
const noTab = 'none'

/** Tabs that filter one list. Arrow keys move between them and Enter selects, because each selection calls a shop. */
export function StatusTabs<Value extends string>({ label, tabs, counts, value, onChange, after, actions, children }: Props<Value>) {
  const choose = (chosen: string | null) => {
    const tab = tabs.find((one) => one.value === chosen)
    if (tab) onChange(tab.value)
  }
  return (
    <Tabs value={value ?? noTab} onChange={choose} activateTabWithKeyboard={false} className={classes.tabs ?? ''}>
      <div className={classes.bar}>
        <div className={classes.left}>
          <Tabs.List aria-label={label} className={classes.list ?? ''}>
            {tabs.map((tab) => (
              <Tabs.Tab
                key={tab.value}
                value={tab.value}
                {...(value === null && { tabIndex: 0 })}
                {...(counts && countMark(counts.get(tab.value)))}
              >
                {tab.label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {after}
        </div>
        <div className={classes.actions}>{actions}</div>
      </div>
      <Tabs.Panel
        value={value ?? noTab}
        className={classes.panel ?? ''}
        {...(value === null && { role: 'presentation', 'aria-labelledby': undefined })}
      >
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
