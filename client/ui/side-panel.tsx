import { Drawer, type DrawerProps } from '@mantine/core'
import { useDialogCalls } from '#client/dialog-calls.ts'
import { useReturnFocus } from './return-focus.ts'

/** A panel over the right side of the screen, open while mounted. Afterwards it returns the focus. */
export function SidePanel({ onClose, ...props }: Omit<DrawerProps, 'opened' | 'position'>) {
  useReturnFocus()
  const isTopmost = useDialogCalls()
  return <Drawer opened position="right" size="lg" onClose={() => isTopmost() && onClose()} {...props} />
}
