import { TextInput } from '@mantine/core'
import { IconBuildingStore, IconCheck, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { traits } from '#shared/platforms.ts'
import type { Store } from '#shared/stores.ts'
import { containsText } from './contains-text.ts'
import { StoreMark } from './store-mark.tsx'
import classes from './store-options.module.css'
import { StoreStateWord } from './store-state-word.tsx'

export type ListedStore = Pick<Store, 'id' | 'name' | 'platform' | 'state' | 'active'>
export type StoreOptionsProps = {
  stores: readonly ListedStore[]
  /** Null: no store, or all stores. */
  chosenId: string | null
  onChoose: (store: ListedStore | null) => void
  /** The label of the first option, which chooses no single store. */
  allLabel?: string | undefined
  /** It stands behind the stores. */
  isAllLast?: boolean
}

type Option = { store: ListedStore | null; name: string }

/** The keys 1 to 9 choose one of the first options while the search is empty. Returns 0 for other keys. */
const digitOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => (ctrlKey || metaKey || altKey ? 0 : Number(/^[1-9]$/.exec(key)))

/** A list to choose a store from, by search, arrow keys, digits or click. */
export function StoreOptions({ stores, chosenId, onChoose, allLabel, isAllLast = false }: StoreOptionsProps) {
  const [typed, setTyped] = useState('')
  const none: Option[] = allLabel === undefined ? [] : [{ store: null, name: allLabel }]
  const each: Option[] = stores.map((store) => ({ store, name: store.name }))
  const all = isAllLast ? [...each, ...none] : [...none, ...each]
  const found = all.filter(({ name }) => containsText(name, typed))
  const isChosen = ({ store }: Option) => (store?.id ?? null) === chosenId
  const [highlighted, setHighlighted] = useState<number | null>(null)
  const active = Math.min(highlighted ?? Math.max(0, found.findIndex(isChosen)), found.length - 1)
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The list may mount after the popover, which then found nothing to focus. The delay lets the popover note the previous focus first.
    const timer = setTimeout(() => field.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [])
  const idOf = ({ store }: Option) => `${listId}-${store?.id ?? 'all'}`
  const activeId = found[active] && idOf(found[active])
  useEffect(() => {
    // Its result is not returned, because it is a promise in some browsers, which an effect must not return.
    if (activeId) document.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const digit = typed === '' ? digitOf(event) : 0
    const option = event.key === 'Enter' && !event.nativeEvent.isComposing ? found[active] : found[digit - 1]
    if (step !== undefined && found.length > 0) setHighlighted((active + step + found.length) % found.length)
    else if (option) onChoose(option.store)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        ref={field}
        size="xs"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        aria-label="Search stores"
        placeholder="Search stores"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setHighlighted(0)
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <div id={listId} className={classes.list} role="listbox" aria-label="Stores" tabIndex={-1}>
        {found.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above takes the keys
          <div
            key={option.store?.id ?? ''}
            id={idOf(option)}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(option)}
            data-active={index === active || undefined}
            onClick={() => onChoose(option.store)}
          >
            {option.store ? <StoreMark {...option.store} /> : <IconBuildingStore size={24} stroke={1.5} aria-hidden />}
            <div className={classes.words}>
              <div className={classes.name} title={option.name}>
                {option.name}
              </div>
              {option.store && (
                <div className={classes.about}>
                  {traits[option.store.platform].label}
                  {option.store.active ? <StoreStateWord state={option.store.state} /> : <span>Inactive</span>}
                </div>
              )}
            </div>
            {isChosen(option) && <IconCheck size={16} aria-hidden />}
            {typed === '' && index < 9 && (
              <kbd className={classes.key} aria-hidden>
                {index + 1}
              </kbd>
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <div className={classes.none} role="status">
          No matches
        </div>
      )}
    </>
  )
}
