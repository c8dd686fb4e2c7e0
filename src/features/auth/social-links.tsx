import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '#data/session/account.ts';
import { useNetwork } from '#data/device/device.ts';
import { socialProviders } from '#domain/account.ts';
import { buttonClass } from '#ui/action/button.tsx';
import styles from './social-links.module.css';
import { socialTexts } from './texts.ts';

/**
 * Links to the providers that this server supports. Offline, or without providers, it renders
 * nothing. The form does not wait for this query.
 */
export function SocialLinks() {
  const { data: ways } = useQuery(accountQueries.ways());
  const online = useNetwork((s) => s.online);
  const offered = online && ways ? socialProviders.filter((provider) => ways[provider]) : [];
  if (offered.length === 0) return null;
  return (
    <div className={styles['social']}>
      <p className={styles['or']}>{socialTexts.or}</p>
      {offered.map((provider) => (
        // A plain link: the server answers with a redirect, so no route of this app is involved.
        <a
          key={provider}
          className={buttonClass({ variant: 'secondary', fullWidth: true })}
          href={`/api/auth/${provider}`}
        >
          {socialTexts.with[provider]}
        </a>
      ))}
    </div>
  );
}
