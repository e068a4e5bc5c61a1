# syntax=docker/dockerfile:1

# Packs what npm would publish: built from source, without what only development needs.
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp && mkdir /package && tar -xzf /tmp/svc-emulator-*.tgz -C /package --strip-components=1

FROM node:22-alpine
LABEL org.opencontainers.image.title="svc-emulator" \
      org.opencontainers.image.description="Reference emulator of the svc REST and realtime API" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
WORKDIR /world
# Everything it needs is bundled: no npm install, and nothing to fetch when it runs.
COPY --from=build /package /opt/svc-emulator
RUN ln -s /opt/svc-emulator/dist/cli/svc-emulator.js /usr/local/bin/svc-emulator \
 && ln -s /opt/svc-emulator/dist/cli/svc.js /usr/local/bin/svc \
 && ln -s /opt/svc-emulator/dist/cli/svc-worker.js /usr/local/bin/svc-worker \
 && chmod 0755 /opt/svc-emulator/dist/cli/*.js
USER node
EXPOSE 4010
STOPSIGNAL SIGTERM
# Any answer means that it serves: 200, or 401 because the control API asks for its token when it listens beyond this container.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/__emulator/health').then((r) => process.exit(r.ok || r.status === 401 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/svc-emulator/dist/cli/svc-emulator.js"]
# Beyond the container's own loopback, or nothing outside could reach it. The control API then needs the token (--control-token, or the
# one that is printed), sent as x-emulator-token.
CMD ["start", "--host", "0.0.0.0"]
