import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cache } from '#client/api.ts'
import { productTitle } from '#client/brand.ts'
import { settingsQuery } from './settings-query.ts'
import classes from './sidebar.module.css'

/** The company's logo, or the product's name where there is none or it cannot be had. */
export function Logo() {
  const { data } = useQuery(settingsQuery)

  useEffect(() => {
    const refresh = () => void cache.settings.get.invalidate()
    window.addEventListener('logoUpdated', refresh)
    return () => window.removeEventListener('logoUpdated', refresh)
  }, [])

  if (data?.settings.logo_url) return <img className={classes.logo} src={data.settings.logo_url} alt={productTitle} />
  return (
    <span className={classes.title}>
      <img src="/favicon.svg" alt="" width={24} height={24} />
      {productTitle}
    </span>
  )
}
