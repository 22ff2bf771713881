import type { ReactNode, Ref } from 'react'

type Name = { label: string; labelledBy?: never } | { label?: never; labelledBy: string }
type Props = Name & { className: string | undefined; isBusy?: boolean; ref?: Ref<HTMLElement>; children: ReactNode }

/** A region of the page that scrolls. It is in the tab order, so that the keyboard can scroll it. */
export function ScrollRegion({ label, labelledBy, className, isBusy, ref, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section ref={ref} className={className} aria-label={label} aria-labelledby={labelledBy} aria-busy={isBusy} tabIndex={0}>
      {children}
    </section>
  )
}
