import { useParams } from '@manabiba/shared/platform';

import { CertificateByCode } from '../features/series/certificate';

/** /certificates/{code}: whether a certificate is genuine, and what it says. */
export function CertificatePage() {
  const { code = '' } = useParams();
  return <CertificateByCode key={code} code={code} />;
}
