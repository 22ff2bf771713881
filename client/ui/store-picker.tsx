import { Popover, type PopoverProps } from '@mantine/core'
import { Suspense, type ReactElement, type ReactNode } from 'react'
import { lazyBehind } from './lazy-behind.ts'
import { CentredSpinner } from './spinner.tsx'
import type { StoreOptionsProps } from './store-options.tsx'

const StoreOptions = lazyBehind(async () => (await import('./store-options.tsx')).StoreOptions)

const waiting = <CentredSpinner label="Loading stores" />

type Props = Omit<StoreOptionsProps, 'stores'> & {
  /** Undefined while they load. */
  stores: StoreOptionsProps['stores'] | undefined
  /** Shown instead of stores that could not be loaded. */
  failure?: ReactNode
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  position?: PopoverProps['position']
  /** The button that opens it. */
  children: ReactElement
}

/** A popover with a searchable list of stores. A choice closes it. */
export function StorePicker({ isOpen, onOpen, position = 'bottom-start', children, onChoose, stores, failure, ...options }: Props) {
  return (
    <Popover opened={isOpen} onChange={onOpen} trapFocus returnFocus position={position} shadow="md" width="min(300px, calc(100vw - 24px))">
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label="Choose a store" p={8}>
        {stores ? (
          <Suspense fallback={waiting}>
            <StoreOptions
              {...options}
              stores={stores}
              onChoose={(store) => {
                onOpen(false)
                onChoose(store)
              }}
            />
          </Suspense>
        ) : (
          (failure ?? waiting)
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
