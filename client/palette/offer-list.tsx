import { useEffect } from 'react'
import { modKey } from '#client/ui/mod-key.ts'
import type { Offer, OfferGroup } from './offers.ts'
import classes from './palette.module.css'

type Props = {
  listId: string
  groups: readonly OfferGroup[]
  /** The offer that Enter chooses. */
  active: Offer
  /** `isAlso`: what else the offer can do. */
  onChoose: (offer: Offer, isAlso: boolean) => void
}

/** The id of an offer's element. The search field refers to it. */
export const elementId = (listId: string, { id }: Offer): string => `${listId}-${id}`

/** The offers in their groups. The focus stays in the search field, whose keys move the highlight. The active offer is kept in sight. */
export function OfferList({ listId, groups, active, onChoose }: Props) {
  const activeId = elementId(listId, active)
  useEffect(() => {
    document.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div id={listId} className={classes.list} role="listbox" aria-label="Results" tabIndex={-1}>
      {groups.map(({ label, offers }) => (
        <div key={label} role="group" aria-label={label}>
          <div className={classes.group} role="presentation">
            {label}
          </div>
          {offers.map((offer) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search field takes the keys
            <div
              key={offer.id}
              id={elementId(listId, offer)}
              className={classes.offer}
              role="option"
              tabIndex={-1}
              aria-selected={offer === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={({ target }) => onChoose(offer, target instanceof Element && target.closest('[data-also]') !== null)}
            >
              <span className={classes.mark}>{offer.mark}</span>
              <span className={classes.label}>{offer.label}</span>
              {offer.about && <span className={classes.about}>{offer.about}</span>}
              {offer.also && (
                <span className={classes.also} data-also title={modKey('Enter')}>
                  {offer.also.label}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
