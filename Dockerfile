# Builds Tributary and runs it against the PostgreSQL that TRIBUTARY_DATABASE_URL names.
FROM swift:6.3-bookworm AS build
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends \
        pkg-config libpq-dev libmicrohttpd-dev libgnutls28-dev libsimdjson-dev libssl-dev \
        libcurl4-openssl-dev libxml2-dev libzip-dev zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY Migrations Migrations
COPY Sources Sources
COPY Tests Tests
COPY Examples Examples
RUN swift build -c release --product tributary --static-swift-stdlib

FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends \
        ca-certificates tzdata libpq5 libmicrohttpd12 libgnutls30 libsimdjson14 libssl3 libcurl4 \
        libxml2 libzip4 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --home-dir /var/lib/tributary --create-home tributary
COPY --from=build /src/.build/release/tributary /usr/local/bin/tributary
USER tributary
VOLUME /var/lib/tributary
EXPOSE 8080
ENV TRIBUTARY_HOST=0.0.0.0 TRIBUTARY_DATA_DIR=/var/lib/tributary
ENTRYPOINT ["tributary"]
CMD ["serve"]
