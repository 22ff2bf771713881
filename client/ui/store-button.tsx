import { Button, type ButtonProps } from '@mantine/core'
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react'
import { startTransition, useState, type ComponentProps } from 'react'
import { StoreMark } from './store-mark.tsx'
import { StorePicker } from './store-picker.tsx'

type Props = Omit<ComponentProps<typeof StorePicker>, 'isOpen' | 'onOpen' | 'children'> & Pick<ButtonProps, 'w' | 'size'>

/** A button that shows the chosen store and opens the list of stores. */
export function StoreButton({ w, size, ...picker }: Props) {
  const [isOpen, setOpen] = useState(false)
  const chosen = picker.stores?.find(({ id }) => id === picker.chosenId)
  const text = chosen?.name ?? (picker.chosenId === null ? picker.allLabel : undefined) ?? 'Unknown store'
  return (
    <StorePicker {...picker} isOpen={isOpen} onOpen={setOpen}>
      <Button
        variant="default"
        px="xs"
        w={w}
        {...(size && { size })}
        aria-label={`Store: ${text}`}
        leftSection={chosen ? <StoreMark {...chosen} /> : <IconBuildingStore size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        styles={{ inner: { justifyContent: 'space-between' }, label: { flex: 1 } }}
        onClick={() => startTransition(() => setOpen((isShown) => !isShown))}
      >
        {text}
      </Button>
    </StorePicker>
  )
}
