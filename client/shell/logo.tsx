import { useQuery } from '@tanstack/react-query'
import { productTitle } from '#shared/brand.ts'
import { ProductMark } from '#client/ui/product-mark.tsx'
import { settingsQuery } from './settings.ts'
import classes from './sidebar.module.css'

/** The company's logo, or the product's name if there is no logo or the settings cannot be loaded. */
export function Logo() {
  const { data } = useQuery(settingsQuery)
  if (data?.settings.logo_url) return <img className={classes.logo} src={data.settings.logo_url} alt={productTitle} />
  return <ProductMark />
}
