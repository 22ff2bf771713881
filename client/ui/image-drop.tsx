import { Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import classes from './image-drop.module.css'

type Props = { label: string; hint: string; isBusy: boolean; onFile: (file: File) => void; children: ReactNode }

/** A drop zone that also opens the file picker. The children show the current picture. */
export function ImageDrop({ label, hint, isBusy, onFile, children }: Props) {
  const [isOver, setOver] = useState(false)
  const hover = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isInside)
  }
  const take = (files: FileList | null) => {
    const file = files?.item(0)
    if (file && !isBusy) onFile(file)
  }
  return (
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragEnter={hover(true)}
      onDragOver={hover(true)}
      onDragLeave={hover(false)}
      onDrop={(event) => {
        hover(false)(event)
        take(event.dataTransfer.files)
      }}
    >
      {children}
      <span className={classes.words}>
        <span className={classes.action}>
          <IconPhotoUp size={18} stroke={1.75} aria-hidden /> Drop an image here, or choose a file
        </span>
        <Text component="span" c="dimmed" size="sm">
          {hint}
        </Text>
      </span>
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        className={classes.input}
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // Allows the same file to be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
