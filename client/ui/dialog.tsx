import { Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'
import { enterDialog } from '#client/dialog-calls.ts'
import { useReturnFocus } from './return-focus.ts'

/** A modal that is open for as long as it is there; afterwards the focus is back where it came from. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useReturnFocus()
  useEffect(enterDialog, [])
  return <Modal opened {...props} />
}
