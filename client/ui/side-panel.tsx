import { Drawer, type DrawerProps } from '@mantine/core'
import { useReturnFocus } from './return-focus.ts'

/** A panel over the right side of the screen, open for as long as it is there; afterwards the focus is back where it came from. */
export function SidePanel(props: Omit<DrawerProps, 'opened' | 'position'>) {
  useReturnFocus()
  return <Drawer opened position="right" size="lg" {...props} />
}
