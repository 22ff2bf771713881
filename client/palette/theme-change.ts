import { useMantineColorScheme } from '@mantine/core'
import { client } from '#client/api.ts'
import { useAccess } from '#client/session/viewer.ts'
import type { Theme } from '#shared/profile.ts'

/** Changes the theme of the page at once, and of the profile. If the profile cannot be changed, the page gets its old theme back. */
export function useThemeChange() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const saved = useAccess().profile?.theme ?? 'auto'
  async function change(theme: Theme) {
    setColorScheme(theme)
    try {
      await client.profile.update.mutate({ theme })
    } catch (error) {
      setColorScheme(saved)
      throw error
    }
    window.dispatchEvent(new Event('profileUpdated'))
  }
  return { current: colorScheme, change }
}
