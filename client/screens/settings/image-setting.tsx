import { Button, Loader, Text, Title } from '@mantine/core'
import { useState, type ComponentType, type ReactNode } from 'react'
import { say } from '#client/failure.ts'
import { ImageDrop } from '#client/ui/image-drop.tsx'
import { embedded, isImageFile } from '#client/ui/image-file.ts'
import { Notice } from '#client/ui/notice.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import classes from './settings.module.css'

type Props = {
  title: string
  badge?: ReactNode
  note: string
  removeLabel: string
  /** The saved picture, if any. */
  image: string | null
  Preview: ComponentType<{ image: string | null }>
  save: (image: string | null) => Promise<unknown>
  failed: (why: string) => string
}

/** A picture that can be chosen and removed. Each change is saved at once. */
export function ImageSetting({ title, badge, note, removeLabel, image, Preview, save, failed }: Props) {
  const [saving, setSaving] = useState<{ image: string | null } | null>(null)
  const [alerted, setAlerted] = useState<string>()

  async function send(chosen: string | null) {
    setSaving({ image: chosen })
    try {
      await save(chosen)
      setTimeout(() => setSaving(null), limits.imageSavedMs)
    } catch (error) {
      setSaving(null)
      setAlerted(failed(say(error)))
    }
  }

  const take = (file: File) =>
    isImageFile(file)
      ? embedded(file).then(send, () => setAlerted(failed(messages.settings.unreadable)))
      : setAlerted(messages.settings.notAnImage)

  const shown = saving ? saving.image : image
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <Title order={2}>{title}</Title>
        {badge}
      </div>
      <Text c="dimmed" size="sm" mb="md">
        {note}
      </Text>
      <ImageDrop label={title} hint={messages.settings.imageHint} isBusy={saving !== null} onFile={(file) => void take(file)}>
        <Preview image={shown} />
      </ImageDrop>
      <div className={classes.foot}>
        {shown !== null && (
          <Button variant="default" size="xs" disabled={saving !== null} onClick={() => void send(null)}>
            {removeLabel}
          </Button>
        )}
        <div role="status" className={classes.busy}>
          {saving && (
            <>
              <Loader size={14} /> Uploading...
            </>
          )}
        </div>
      </div>
      {alerted && <Notice title={title} sentence={alerted} onClose={() => setAlerted(undefined)} />}
    </section>
  )
}
