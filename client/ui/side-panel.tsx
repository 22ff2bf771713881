import { Drawer, type DrawerProps } from '@mantine/core'
import { useReturnFocus } from './return-focus.ts'

/** A panel over the right side of the screen, open while mounted. Afterwards it returns the focus. */
export function SidePanel(props: Omit<DrawerProps, 'opened' | 'position'>) {
  useReturnFocus()
  return <Drawer opened position="right" size="lg" {...props} />
}
