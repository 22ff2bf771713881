import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'

const kinds = {
  error: { color: 'red', Icon: IconAlertTriangle, role: 'alert' },
  success: { color: 'green', Icon: IconCircleCheck, role: 'status' },
  note: { color: 'gray', Icon: IconInfoCircle, role: 'note' },
} as const

type Props = { kind: keyof typeof kinds } & Pick<AlertProps, 'title' | 'children' | 'mb' | 'mt'>

/** A message that screen readers announce. */
export function Banner({ kind, ...alert }: Props) {
  const { color, Icon, role } = kinds[kind]
  return <Alert variant="light" color={color} role={role} icon={<Icon size={18} aria-hidden />} {...alert} />
}
