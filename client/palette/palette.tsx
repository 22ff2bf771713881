import '@mantine/spotlight/styles.layer.css'
import { Loader } from '@mantine/core'
import { createSpotlightStore, SpotlightRoot, SpotlightSearch } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react'
import { say } from '#client/failure.ts'
import { useReturnFocus } from '#client/ui/return-focus.ts'
import { TypedAhead } from '#client/ui/typed-ahead.tsx'
import { limits } from '#shared/limits.ts'
import { useOffers } from './all-offers.ts'
import { elementId, OfferList } from './offer-list.tsx'
import type { Offer } from './offers.ts'
import classes from './palette.module.css'

function openStore() {
  const store = createSpotlightStore()
  store.updateState((state) => ({ ...state, opened: true }))
  return store
}

type Props = {
  /** What was typed before the palette was there. */
  typedAhead: string
  /** The person has chosen something. */
  onChosen: () => void
  onClose: () => void
}

/** Finds a screen, a store, an action, an order or a product by what is typed, and opens or does it. It is open while mounted. */
export function Palette({ typedAhead, onChosen, onClose }: Props) {
  useReturnFocus()
  const [store] = useState(openStore)
  const [typed, setTyped] = useState(typedAhead)
  const [hasFocus, setFocus] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** What the second action of an offer has done. */
  const [done, setDone] = useState<string>()
  const { groups, lines, isBusy } = useOffers(typed)
  const offers = groups.flatMap((group) => group.offers)
  const listId = useId()
  // An own highlight, because that of the library is not told to screen readers. It stays where it is when more offers arrive.
  const [highlighted, setHighlighted] = useState<string>()
  const active = offers.find(({ id }) => id === highlighted) ?? offers[0]

  async function choose({ run, also }: Offer, isAlso = false) {
    setFailure(undefined)
    setDone(undefined)
    try {
      if (isAlso && also) return setDone(await also.run())
      await run()
    } catch (error) {
      return setFailure(say(error))
    }
    onChosen()
    onClose()
  }

  // The letter in the field is drawn before the list, which may be long. Enter chooses from the offers of the typed text all the same.
  const drawn = useDeferredValue(
    active && {
      activeId: elementId(listId, active),
      list: <OfferList listId={listId} groups={groups} active={active} onChoose={(offer, isAlso) => void choose(offer, isAlso)} />,
    },
    undefined,
  )

  function onKeyDown({ key, nativeEvent, ctrlKey, metaKey }: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (nativeEvent.isComposing || !active) return
    if (step !== undefined) setHighlighted(offers.at((offers.indexOf(active) + step) % offers.length)?.id)
    if (key === 'Enter') void choose(active, ctrlKey || metaKey)
  }

  return (
    <>
      {/* Outside, because what is inside appears only after a moment. */}
      {!hasFocus && <TypedAhead onType={setTyped} onClose={onClose} />}
      <SpotlightRoot
        store={store}
        query={typed}
        onQueryChange={(text) => {
          setTyped(text)
          setHighlighted(undefined)
          setDone(undefined)
        }}
        onSpotlightClose={onClose}
        shortcut={null}
        // At the top, so that the field keeps still while the list grows and shrinks.
        centered={false}
        transitionProps={{ duration: 0 }}
        overlayProps={{ backgroundOpacity: 0.4 }}
        attributes={{ content: { 'aria-label': 'Search or jump to' } }}
      >
        <SpotlightSearch
          onFocus={() => setFocus(true)}
          role="combobox"
          aria-label="Search or jump to"
          aria-autocomplete="list"
          aria-expanded={drawn !== undefined}
          aria-controls={drawn && listId}
          aria-activedescendant={drawn?.activeId}
          onKeyDown={onKeyDown}
          placeholder="Screen, store, order or product"
          maxLength={limits.searchLength}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          rightSection={isBusy && <Loader size={16} aria-hidden />}
          data-autofocus
        />
        {drawn?.list}
        {failure !== undefined && (
          <div className={classes.lines} role="alert">
            {failure}
          </div>
        )}
        <div className={classes.lines} role="status">
          {[...new Set(done === undefined ? lines : [done, ...lines])].map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      </SpotlightRoot>
    </>
  )
}
