import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '#data/session/account.ts';
import { useNetwork } from '#data/device/network.ts';
import { socialProviders } from '#domain/account.ts';
import { buttonClass } from '#ui/action/button.tsx';
import styles from './social-links.module.css';
import { socialTexts } from './texts.ts';

/**
 * Links to the other accounts that this server knows: none where it knows none, and none without a
 * network. The form around never waits for it.
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
        // The server answers with a redirect: no route of this app.
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
